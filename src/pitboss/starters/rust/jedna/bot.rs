//! A Jedna bot: keeps its wilds for last, and asks for the colour that it holds most of.

use std::io::{self, BufRead, Write};

use json::Value;

mod json;

#[derive(Debug, PartialEq)]
enum Answer {
    Play(String),
    PlayWild(String, &'static str),
    Draw,
    Pass,
}

/// The answer to a request; `state` is all that we know. Change this.
fn decide(state: &Value) -> Answer {
    let playable = state.get("playable_cards").texts();
    if let Some(card) = playable.iter().find(|card| !is_wild(card)) {
        return Answer::Play(card.to_string());
    }
    if let Some(wild) = playable.first() {
        let colour = favourite_colour(&state.get("hand").texts());
        return Answer::PlayWild(wild.to_string(), colour);
    }
    if state.get("available_actions").texts().contains(&"draw") {
        Answer::Draw
    } else {
        Answer::Pass
    }
}

fn is_wild(card: &str) -> bool {
    card.starts_with('w')
}

/// The colour held most; the first of equals.
fn favourite_colour(hand: &[&str]) -> &'static str {
    let held = |colour: &str| hand.iter().filter(|card| card[..1] == colour[..1]).count();
    let mut best = "red";
    for colour in ["blue", "green", "yellow"] {
        if held(colour) > held(best) {
            best = colour;
        }
    }
    best
}

fn written(answer: &Answer) -> String {
    match answer {
        Answer::Play(card) => format!(r#"{{"action":"play","card":{}}}"#, json::quoted(card)),
        Answer::PlayWild(card, colour) => {
            let card = json::quoted(card);
            format!(r#"{{"action":"play","card":{card},"wild_color":"{colour}"}}"#)
        }
        Answer::Draw => r#"{"action":"draw"}"#.to_string(),
        Answer::Pass => r#"{"action":"pass"}"#.to_string(),
    }
}

/// Answers every request, game after game, until there is nothing more to read.
fn main() -> io::Result<()> {
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let Some(message) = json::parse(&line) else { continue };
        match message.get("type").text() {
            "request_action" => {
                writeln!(out, "{}", written(&decide(message.get("state"))))?;
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

    fn decided(state: &str) -> Answer {
        decide(&json::parse(state).unwrap())
    }

    #[test]
    fn plays_a_card_before_a_wild() {
        let answer = decided(r#"{"hand":["wd","r5"],"playable_cards":["wd","r5"]}"#);
        assert_eq!(answer, Answer::Play("r5".to_string()));
        assert_eq!(written(&answer), r#"{"action":"play","card":"r5"}"#);
    }

    #[test]
    fn asks_for_the_colour_held_most() {
        let answer = decided(r#"{"hand":["g1","b2","b3","wd"],"playable_cards":["wd"]}"#);
        assert_eq!(answer, Answer::PlayWild("wd".to_string(), "blue"));
    }

    #[test]
    fn names_a_colour_when_it_holds_only_wilds() {
        let answer = decided(r#"{"hand":["wd4"],"playable_cards":["wd4"]}"#);
        assert_eq!(answer, Answer::PlayWild("wd4".to_string(), "red"));
    }

    #[test]
    fn draws_when_nothing_fits_and_else_passes() {
        let draw = decided(r#"{"playable_cards":[],"available_actions":["draw"]}"#);
        let pass = decided(r#"{"playable_cards":[],"available_actions":["pass"]}"#);
        assert_eq!((draw, pass), (Answer::Draw, Answer::Pass));
    }
}
