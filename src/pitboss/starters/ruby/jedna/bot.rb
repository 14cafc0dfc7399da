# A Jedna bot: keeps its wilds for last, and asks for the colour that it holds most of.

require 'json'

COLOURS = { 'r' => 'red', 'b' => 'blue', 'g' => 'green', 'y' => 'yellow' }.freeze

# The answer to a request; `state` is all that we know. Change this.
def decide(state)
  playable = state['playable_cards']
  if playable.empty?
    return { action: state['available_actions'].include?('draw') ? 'draw' : 'pass' }
  end

  card = playable.find { |one| !wild?(one) } || playable.first
  return { action: 'play', card: card } unless wild?(card)

  { action: 'play', card: card, wild_color: favourite_colour(state['hand']) }
end

def wild?(card)
  card.start_with?('w')
end

# The colour held most; the first of equals.
def favourite_colour(hand)
  letters = hand.map { |card| card[0] }
  COLOURS[COLOURS.keys.max_by.with_index { |letter, at| [letters.count(letter), -at] }]
end

if $PROGRAM_NAME == __FILE__
  # Without this an answer stays in a buffer, and the time runs out.
  $stdout.sync = true
  while (line = $stdin.gets)
    message = JSON.parse(line)
    case message['type']
    when 'request_action' then puts JSON.generate(decide(message['state']))
    when 'error' then warn message['message']
    end
  end
end
