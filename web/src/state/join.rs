//! What is typed to join, judged while it is typed.

use pairperf_shared::join::{JoinError, Ticket};

/// Symbols of a whole code.
const SYMBOLS: usize = 8;

/// What was typed so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Typed {
    /// Nothing.
    Nothing,
    /// The beginning of a code, with so many symbols.
    Begun(usize),
    /// Something that can't become a code.
    Wrong(JoinError),
    /// A code, perhaps with an address.
    Whole(Ticket),
}

/// Judges the field.
pub(crate) fn judge(text: &str) -> Typed {
    if text.trim().is_empty() {
        return Typed::Nothing;
    }
    match text.parse::<Ticket>() {
        Ok(ticket) => Typed::Whole(ticket),
        // Someone still typing needs no reproach. An address being typed has not reached its code yet.
        Err(JoinError::Symbol(_) | JoinError::Length(_)) if is_begun_address(text) => Typed::Begun(0),
        Err(JoinError::Length(symbols)) if symbols < SYMBOLS => Typed::Begun(symbols),
        Err(error) => Typed::Wrong(error),
    }
}

/// An address or a link whose code has not begun.
fn is_begun_address(text: &str) -> bool {
    let bare = text.trim().trim_start_matches("http://").trim_start_matches("https://");
    let code_begun =
        bare.rsplit_once(['/', '#']).is_some_and(|(_, code)| !code.is_empty() && !"join".starts_with(code));
    !code_begun && bare.contains(['.', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use pairperf_shared::JoinCode;

    #[test]
    fn typing_is_judged_without_haste() {
        let code = JoinCode::from_random([1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(judge("  "), Typed::Nothing);
        assert_eq!(judge("7K3F"), Typed::Begun(4));
        for begun in
            ["10.0.0.4", "10.0.0.4:7575", "10.0.0.4:7575/", "http://10.0.0.4:7575/joi", "http://10.0.0.4:7575/join#"]
        {
            assert_eq!(judge(begun), Typed::Begun(0), "{begun}");
        }
        assert!(matches!(judge(&code.to_string()), Typed::Whole(Ticket { address: None, .. })));
        assert!(matches!(judge(&format!("10.0.0.4:7575/{code}")), Typed::Whole(Ticket { address: Some(_), .. })));
    }

    #[test]
    fn a_wrong_symbol_is_said_at_once() {
        let code = JoinCode::from_random([1, 2, 3, 4, 5, 6, 7]);
        let last = if code.symbols().ends_with('0') { '1' } else { '0' };
        let wrong = format!("{}{last}", &code.symbols()[..7]);
        assert_eq!(judge(&wrong), Typed::Wrong(JoinError::Check));
        assert_eq!(judge("7K3F!"), Typed::Wrong(JoinError::Symbol('!')));
        assert_eq!(judge("7K3FQ9RM7"), Typed::Wrong(JoinError::Length(9)));
    }
}
