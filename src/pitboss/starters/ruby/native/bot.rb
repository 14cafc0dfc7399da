# A bot for any game of Pitboss: plays the first legal action that is worth playing.

require 'json'

AT_ONCE = %w[uno catch].freeze
IF_NEED_BE = %w[draw pass challenge fold].freeze

# One of `legal`, or within `range`; `view` is all that we may know. Change this.
def decide(turn)
  turn['legal'].min_by.with_index { |action, at| [rank(action), at] }
end

# How late an action is played: what is a card or a bet comes in between.
def rank(action)
  return 0 if AT_ONCE.include?(action)

  IF_NEED_BE.include?(action) ? 2 : 1
end

if $PROGRAM_NAME == __FILE__
  # Without this an answer stays in a buffer, and the time runs out.
  $stdout.sync = true
  while (line = $stdin.gets)
    message = JSON.parse(line)
    case message['type']
    when 'turn'
      puts JSON.generate(type: 'action', turn: message['turn'], action: decide(message))
    when 'error' then warn message['message']
    end
  end
end
