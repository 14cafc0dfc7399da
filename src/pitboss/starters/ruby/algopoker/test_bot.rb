# What the bot decides; run by `ruby test_bot.rb`.

require 'minitest/autorun'
require_relative 'bot'

# One decision each.
class DecideTest < Minitest::Test
  FOLD = { 'type' => 'fold' }.freeze
  CHECK = { 'type' => 'check' }.freeze
  RAISE = { 'type' => 'raise', 'min_amount' => 200, 'max_amount' => 9000 }.freeze

  def call(chips)
    { 'type' => 'call', 'amount' => chips }
  end

  def state(street, pot, *offered)
    { 'street' => street, 'pot' => { 'total' => pot }, 'valid_actions' => offered }
  end

  def test_raises_with_a_pair_before_the_flop
    answer = decide(%w[7c 7d], state('preflop', 150, FOLD, call(50), RAISE))
    assert_equal({ type: 'raise', amount: 200 }, answer)
  end

  def test_checks_where_that_is_free
    answer = decide(%w[Ah 2d], state('flop', 200, FOLD, CHECK, RAISE))
    assert_equal({ type: 'check' }, answer)
  end

  def test_calls_what_is_at_most_the_pot
    assert_equal({ type: 'call' }, decide(%w[Ah 2d], state('flop', 200, FOLD, call(200))))
  end

  def test_folds_to_more_than_the_pot
    assert_equal({ type: 'fold' }, decide(%w[Ah 2d], state('flop', 200, FOLD, call(201))))
  end
end
