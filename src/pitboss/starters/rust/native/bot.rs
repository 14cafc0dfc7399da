//! A bot for any game of Pitboss: plays the first legal action that is worth playing.

use std::io::{self, BufRead, Write};

use json::Value;

mod json;

/// One of `legal`, or within `range`; `view` is all that we may know. Change this.
fn decide(turn: &Value) -> String {
    let legal = turn.get("legal").texts();
    // Of several with the same rank this is the first.
    legal.into_iter().min_by_key(|action| rank(action)).unwrap_or("").to_string()
}

/// How late an action is played: what is a card or a bet comes in between.
fn rank(action: &str) -> u8 {
    match action {
        "uno" | "catch" => 0,
        "draw" | "pass" | "challenge" | "fold" => 2,
        _ => 1,
    }
}

/// Answers every turn, game after game, until there is nothing more to read.
fn main() -> io::Result<()> {
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let Some(message) = json::parse(&line) else { continue };
        match message.get("type").text() {
            "turn" => {
                let turn = message.get("turn").number();
                let action = json::quoted(&decide(&message));
                writeln!(out, r#"{{"type":"action","turn":{turn},"action":{action}}}"#)?;
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

    fn decided(turn: &str) -> String {
        decide(&json::parse(turn).unwrap())
    }

    #[test]
    fn plays_the_first_card() {
        assert_eq!(decided(r#"{"legal":["draw","r5","b5"]}"#), "r5");
    }

    #[test]
    fn calls_uno_first() {
        assert_eq!(decided(r#"{"legal":["r5","draw","uno"]}"#), "uno");
    }

    #[test]
    fn calls_rather_than_folds() {
        assert_eq!(decided(r#"{"legal":["fold","call"]}"#), "call");
    }

    #[test]
    fn draws_when_nothing_else_is_legal() {
        assert_eq!(decided(r#"{"legal":["draw"]}"#), "draw");
    }
}
