"""House rules by game, so that the tests of all games reach every knob."""

# No preset has these.
HOUSE_RULES = {
    "uno": [
        "official,target=0,seven_zero=yes,double_play=yes,stacking=up,reverse_answers=yes",
        "official,target=60,seven_zero=yes,drawn_card=until-playable,uno_call=automatic",
        "uno-online,max_players=10,drawn_card=keep,must_play=yes,hand_size=3",
        "jedna,hand_limit=9,hand_size=8,stalemate=2,refill=under,uno_call=caught",
        "official,target=0,wild_draw_four=always,uno_call=none,hand_size=10,move_limit=40",
        "jedna,double_play=yes,two_player_reverse=skip,first_wild=choose,say_pass=no",
    ]
}
