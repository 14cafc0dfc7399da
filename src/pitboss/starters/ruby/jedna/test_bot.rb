# What the bot decides; run by `ruby test_bot.rb`.

require 'minitest/autorun'
require_relative 'bot'

# One decision each.
class DecideTest < Minitest::Test
  def state(hand, playable, actions)
    { 'hand' => hand, 'playable_cards' => playable, 'available_actions' => actions }
  end

  def test_plays_a_card_before_a_wild
    answer = decide(state(%w[wd r5], %w[wd r5], %w[play draw]))
    assert_equal({ action: 'play', card: 'r5' }, answer)
  end

  def test_asks_for_the_colour_held_most
    answer = decide(state(%w[g1 b2 b3 wd], %w[wd], %w[play draw]))
    assert_equal({ action: 'play', card: 'wd', wild_color: 'blue' }, answer)
  end

  def test_names_a_colour_when_it_holds_only_wilds
    assert_equal 'red', decide(state(%w[wd4], %w[wd4], %w[play draw]))[:wild_color]
  end

  def test_draws_when_nothing_fits
    assert_equal({ action: 'draw' }, decide(state(%w[g1], [], %w[draw])))
  end

  def test_passes_when_it_can_not_draw
    assert_equal({ action: 'pass' }, decide(state(%w[g1], [], %w[pass])))
  end
end
