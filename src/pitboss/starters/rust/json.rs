//! Just enough JSON for a bot: reads a line into values, and quotes text. It needs no crate.

#![allow(dead_code)]

pub enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// The value of a key; null where there is none, so that unknown messages do no harm.
    pub fn get(&self, key: &str) -> &Value {
        match self {
            Value::Object(fields) => fields
                .iter()
                .find(|(name, _)| name == key)
                .map_or(&Value::Null, |(_, value)| value),
            _ => &Value::Null,
        }
    }

    /// The items of a list; none if it is something else.
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The text; empty if it is something else.
    pub fn text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            _ => "",
        }
    }

    /// The texts of a list.
    pub fn texts(&self) -> Vec<&str> {
        self.items().iter().map(Value::text).collect()
    }

    /// The whole number; 0 if it is something else.
    pub fn number(&self) -> i64 {
        match self {
            Value::Number(number) => *number as i64,
            _ => 0,
        }
    }

    pub fn is_true(&self) -> bool {
        matches!(self, Value::Bool(true))
    }
}

/// The text as a JSON string.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            _ if letter < ' ' => quoted += &format!("\\u{:04x}", letter as u32),
            _ => quoted.push(letter),
        }
    }
    quoted + "\""
}

/// The value that a line holds; none if it is no JSON.
pub fn parse(line: &str) -> Option<Value> {
    let mut reader = Reader { rest: line };
    let value = reader.value()?;
    reader.skip_blanks();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
    }

    /// Read this word or sign, if it comes next.
    fn takes(&mut self, word: &str) -> bool {
        self.skip_blanks();
        match self.rest.strip_prefix(word) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn letter(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn value(&mut self) -> Option<Value> {
        if self.takes("{") {
            return self.object();
        }
        if self.takes("[") {
            return self.list();
        }
        if self.takes("\"") {
            return Some(Value::Text(self.string()?));
        }
        if self.takes("true") {
            return Some(Value::Bool(true));
        }
        if self.takes("false") {
            return Some(Value::Bool(false));
        }
        if self.takes("null") {
            return Some(Value::Null);
        }
        let end = self.rest.find([',', ']', '}', ' ', '\n', '\r']).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok().map(Value::Number)
    }

    fn object(&mut self) -> Option<Value> {
        let mut fields = Vec::new();
        if self.takes("}") {
            return Some(Value::Object(fields));
        }
        loop {
            if !self.takes("\"") {
                return None;
            }
            let name = self.string()?;
            if !self.takes(":") {
                return None;
            }
            fields.push((name, self.value()?));
            if self.takes("}") {
                return Some(Value::Object(fields));
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    fn list(&mut self) -> Option<Value> {
        let mut items = Vec::new();
        if self.takes("]") {
            return Some(Value::List(items));
        }
        loop {
            items.push(self.value()?);
            if self.takes("]") {
                return Some(Value::List(items));
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    /// A string, from behind its opening quote.
    fn string(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.letter()? {
                '"' => return Some(text),
                '\\' => text.push(self.escaped()?),
                letter => text.push(letter),
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        match self.letter()? {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'u' => {
                let code = u32::from_str_radix(self.rest.get(..4)?, 16).ok()?;
                self.rest = &self.rest[4..];
                // Halves of a pair, for rare letters, are told as unknown.
                Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            letter => Some(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_a_line_holds() {
        let line = r#" {"type": "turn", "n": -3.0, "list": ["a\"]", [], {}], "ok": true, "x": null} "#;
        let value = parse(line).unwrap();
        assert_eq!(value.get("type").text(), "turn");
        assert_eq!(value.get("n").number(), -3);
        assert_eq!(value.get("list").texts(), ["a\"]", "", ""]);
        assert!(value.get("ok").is_true());
        assert_eq!(value.get("none").get("at all").items().len(), 0);
    }

    #[test]
    fn refuses_what_is_none() {
        for line in ["", "{", "[1,", "\"a", "{\"a\" 1}", "1 2", "nul"] {
            assert!(parse(line).is_none(), "{line}");
        }
    }

    #[test]
    fn quotes_text() {
        assert_eq!(quoted("a\"\\\n"), "\"a\\\"\\\\\\u000a\"");
    }
}
