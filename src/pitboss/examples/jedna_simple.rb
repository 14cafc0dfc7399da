#!/usr/bin/env ruby
# A Jedna agent: plays the first playable card, else draws, else passes.

require 'json'

COLOURS = { 'r' => 'red', 'b' => 'blue', 'g' => 'green', 'y' => 'yellow' }.freeze

def favourite_colour(hand)
  letters = hand.map { |card| card[0] }.select { |letter| COLOURS.key?(letter) }
  COLOURS[letters.max_by { |letter| letters.count(letter) } || 'r']
end

def decide(state)
  card = state['playable_cards'].first
  if card
    answer = { action: 'play', card: card }
    answer[:wild_color] = favourite_colour(state['hand']) if card.start_with?('w')
    answer
  else
    { action: state['available_actions'].include?('draw') ? 'draw' : 'pass' }
  end
end

$stdout.sync = true
while (line = $stdin.gets)
  message = JSON.parse(line)
  case message['type']
  when 'request_action' then puts JSON.generate(decide(message['state']))
  when 'error' then warn message['message']
  when 'game_end' then break
  end
end
