# What the bot decides; run by `ruby test_bot.rb`.

require 'minitest/autorun'
require_relative 'bot'

# One decision each.
class DecideTest < Minitest::Test
  def test_plays_the_first_card
    assert_equal 'r5', decide('legal' => %w[draw r5 b5])
  end

  def test_calls_uno_first
    assert_equal 'uno', decide('legal' => %w[r5 draw uno])
  end

  def test_calls_rather_than_folds
    assert_equal 'call', decide('legal' => %w[fold call])
  end

  def test_draws_when_nothing_else_is_legal
    assert_equal 'draw', decide('legal' => %w[draw])
  end
end
