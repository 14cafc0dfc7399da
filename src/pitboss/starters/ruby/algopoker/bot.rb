# A hold'em bot over AlgoPoker's messages: raises with a pair, else checks or calls cheaply.

require 'json'

# The action with our two cards, such as Ah and Td, in this `game_state`. Change this.
def decide(cards, state)
  offered = state['valid_actions'].to_h { |action| [action['type'], action] }
  pair = cards[0][0] == cards[1][0]
  if pair && state['street'] == 'preflop' && offered['raise']
    return { type: 'raise', amount: offered['raise']['min_amount'] }
  end
  return { type: 'check' } if offered['check']

  call = offered['call']
  call && (pair || call['amount'] <= state['pot']['total']) ? { type: 'call' } : { type: 'fold' }
end

# Our two cards: nobody else's are known.
def own_cards(state)
  state['players'].find { |player| player['hole_cards_known'] }['hole_cards']
end

if $PROGRAM_NAME == __FILE__
  # Without this an answer stays in a buffer, and the time runs out.
  $stdout.sync = true
  while (line = $stdin.gets)
    message = JSON.parse(line)
    case message['type']
    when 'action_request'
      state = message['game_state']
      puts JSON.generate(type: 'action', action: decide(own_cards(state), state))
    when 'error' then warn message['message']
    end
  end
end
