//! A hold'em bot over AlgoPoker's messages: raises with a pair, else checks or calls cheaply.

use std::io::{self, BufRead, Write};

use json::Value;

mod json;

#[derive(Debug, PartialEq)]
enum Action {
    Fold,
    Check,
    Call,
    Raise(i64),
}

/// The action with our two cards, such as Ah and Td, in this `game_state`. Change this.
fn decide(cards: &[&str], state: &Value) -> Action {
    let offers = state.get("valid_actions").items();
    let offer = |name: &str| offers.iter().find(|offer| offer.get("type").text() == name);
    let has_pair = cards[0][..1] == cards[1][..1];
    if let Some(raise) = offer("raise") {
        if has_pair && state.get("street").text() == "preflop" {
            return Action::Raise(raise.get("min_amount").number());
        }
    }
    if offer("check").is_some() {
        return Action::Check;
    }
    let pot = state.get("pot").get("total").number();
    match offer("call") {
        Some(call) if has_pair || call.get("amount").number() <= pot => Action::Call,
        _ => Action::Fold,
    }
}

/// Our two cards: nobody else's are known.
fn own_cards(state: &Value) -> Vec<&str> {
    let players = state.get("players").items();
    let us = players.iter().find(|player| player.get("hole_cards_known").is_true());
    us.map_or(vec!["?", "?"], |us| us.get("hole_cards").texts())
}

fn written(action: &Action) -> String {
    let action = match action {
        Action::Fold => r#"{"type":"fold"}"#.to_string(),
        Action::Check => r#"{"type":"check"}"#.to_string(),
        Action::Call => r#"{"type":"call"}"#.to_string(),
        Action::Raise(total) => format!(r#"{{"type":"raise","amount":{total}}}"#),
    };
    format!(r#"{{"type":"action","action":{action}}}"#)
}

/// Answers every request, game after game, until there is nothing more to read.
fn main() -> io::Result<()> {
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let Some(message) = json::parse(&line) else { continue };
        match message.get("type").text() {
            "action_request" => {
                let state = message.get("game_state");
                writeln!(out, "{}", written(&decide(&own_cards(state), state)))?;
                // Without this an answer may stay in a buffer, and the time runs out.
                out.flush()?;
            }
            "error" => eprintln!("{}", message.get("message").text()),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(cards: &[&str], street: &str, offers: &str) -> Action {
        let start = format!(r#"{{"street":"{street}","pot":{{"total":200}}"#);
        let state = format!(r#"{start},"valid_actions":[{{"type":"fold"}},{offers}]}}"#);
        decide(cards, &json::parse(&state).unwrap())
    }

    const RAISE: &str = r#"{"type":"raise","min_amount":300,"max_amount":9000}"#;

    #[test]
    fn raises_with_a_pair_before_the_flop() {
        assert_eq!(decided(&["7c", "7d"], "preflop", RAISE), Action::Raise(300));
    }

    #[test]
    fn checks_where_that_is_free() {
        assert_eq!(decided(&["Ah", "2d"], "flop", r#"{"type":"check"}"#), Action::Check);
    }

    #[test]
    fn calls_what_is_at_most_the_pot_and_else_folds() {
        let call = decided(&["Ah", "2d"], "flop", r#"{"type":"call","amount":200}"#);
        let fold = decided(&["Ah", "2d"], "flop", r#"{"type":"call","amount":201}"#);
        assert_eq!((call, fold), (Action::Call, Action::Fold));
    }
}
