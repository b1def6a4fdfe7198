//! Storage keys: ASCII, without user data, beginning with a salted hash of the scope.

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher24};

use crate::ports::{Collection, ReadRequest, Rows};
use crate::record::{JournalId, RecordId, Scope};

/// Where the format row stands in `meta`. `!` sorts before every digit, so no scope's row stands among the store's own.
pub(super) const FORMAT: &str = "!format";

/// Where a scope's own name stands in `meta`, behind its prefix.
pub(super) const SCOPE: &str = "scope";

/// Where a scope's answered idempotency keys stand in `meta`, behind its prefix.
pub(super) const ANSWERED: &str = "i/";

/// Where it stands in `meta` how far a scope's journal was taken back, behind its prefix.
pub(super) const HORIZON: &str = "journal";

/// Where it stands in `vectors` which pages of codes a scope has, behind its prefix. No digit of a record's name, so that it stands among no
/// vectors.
pub(super) const FOLDED: &str = "p";

/// Where the marks of vectors that changed since they went into a page stand in `vectors`, behind the scope's prefix.
pub(super) const MARKED: &str = "n/";

/// Where it stands in `vectors` which records of a page of heads are others by now: behind the scope's prefix, before the page's last record. No digit
/// either, and within what [`folding`] reads.
pub(super) const OUTDATED: &str = "h/";

/// Where it stands in `meta` which pages of heads a scope has, behind its prefix: an older version says there that the store is newer, and does not
/// change records whose heads it does not know.
pub(super) const HEADS: &str = "heads";

/// Where it stands in `meta` what a scope's reflections went through, behind its prefix.
pub(super) const REFLECTION: &str = "reflect";

/// Where a scope's batches of messages stand in `meta`, behind its prefix, in order of arrival.
pub(super) const HEARD: &str = "o/";

/// Where it stands in `meta` which messages of a scope were gone through, behind its prefix.
pub(super) const OBSERVED: &str = "observed";

/// Where it stands in `meta` when upkeep was done last.
pub(super) const UPKEEP: &str = "!upkeep";

/// Revisions for which the list of changed keys is kept; a handle that lags further reads everything anew.
pub(super) const KEPT_REVISIONS: u64 = 512;

/// Where the list of the keys that a revision changed stands in `meta`.
pub(super) fn changes(revision: u64) -> String {
    format!("!changes/{revision:016x}")
}

/// Where what is known of an embedding model stands in `meta`: by a hash of its name, which may be any text.
pub(super) fn model(name: &str) -> String {
    let mut hasher = SipHasher24::new_with_key(&[0; 16]);
    hasher.write(name.as_bytes());
    format!("!model/{:032x}", hasher.finish128().as_u128())
}

/// What every key of a scope begins with: a hash of its fields under the store's salt, which nobody outside can know, so that
/// nobody can choose names that fall on another's.
pub(super) fn prefix(salt: &[u8; 16], scope: &Scope) -> String {
    let mut hasher = SipHasher24::new_with_key(salt);
    for field in [&scope.user_id, &scope.agent_id, &scope.run_id] {
        match field {
            // The length keeps "ab" + "c" apart from "a" + "bc".
            Some(name) => {
                hasher.write_u8(1);
                hasher.write_u64(name.len() as u64);
                hasher.write(name.as_bytes());
            }
            None => hasher.write_u8(0),
        }
    }
    format!("{:032x}/", hasher.finish128().as_u128())
}

/// All rows of a collection whose keys begin with `start`, which ends in `/`.
pub(super) fn under(collection: Collection, start: &str) -> ReadRequest {
    // '0' is the character after '/'.
    let to = format!("{}0", start.trim_end_matches('/'));
    ReadRequest { collection, rows: Rows::Range { from: Some(start.to_owned()), to: Some(to), limit: None } }
}

/// What a scope keeps of messages: its batches, and which were gone through.
pub(super) fn hearing(prefix: &str) -> Vec<ReadRequest> {
    let observed = Rows::Keys(vec![format!("{prefix}{OBSERVED}")]);
    vec![
        under(Collection::Meta, &format!("{prefix}{HEARD}")),
        ReadRequest { collection: Collection::Meta, rows: observed },
    ]
}

/// A record's row and the rows that it overflows into.
pub(super) fn record(prefix: &str, id: RecordId) -> ReadRequest {
    let (from, to) = crate::codec::record_range(prefix, id);
    ReadRequest { collection: Collection::Records, rows: Rows::Range { from: Some(from), to: Some(to), limit: None } }
}

/// The rows of records from a key on, and up to a record, at most `limit`.
pub(super) fn records_from(
    prefix: &str,
    from: Option<String>,
    last: Option<RecordId>,
    limit: Option<u32>,
) -> ReadRequest {
    let mut request = under(Collection::Records, prefix);
    if let Rows::Range { from: start, to, limit: most } = &mut request.rows {
        *start = from.or(start.take());
        *to = last.map(|last| crate::codec::record_range(prefix, last).1).or(to.take());
        *most = limit;
    }
    request
}

/// Where a record's vector stands in `vectors`.
pub(super) fn vector(prefix: &str, id: RecordId) -> String {
    format!("{prefix}{}", id.to_key())
}

/// The rows of the vectors of some records.
pub(super) fn vectors<'a>(prefix: &str, ids: impl IntoIterator<Item = &'a RecordId>) -> ReadRequest {
    let keys = ids.into_iter().map(|id| vector(prefix, *id)).collect();
    ReadRequest { collection: Collection::Vectors, rows: Rows::Keys(keys) }
}

/// The rows of vectors after a key, at most `limit`; not those that are about pages.
pub(super) fn vectors_after(prefix: &str, after: Option<&str>, limit: Option<u32>) -> ReadRequest {
    // '!' sorts before all that may follow; 'g' is behind every digit of a name.
    let from = after.map_or_else(|| prefix.to_owned(), |after| format!("{after}!"));
    let rows = Rows::Range { from: Some(from), to: Some(format!("{prefix}g")), limit };
    ReadRequest { collection: Collection::Vectors, rows }
}

/// Which pages of codes a scope has, which records are marked, and which are others than their pages of heads say; not the pages.
pub(super) fn folding(prefix: &str) -> ReadRequest {
    let rows = Rows::Range { from: Some(format!("{prefix}g")), to: Some(format!("{prefix}p!")), limit: None };
    ReadRequest { collection: Collection::Vectors, rows }
}

/// Where a page of codes stands in `vectors`: under its last record.
pub(super) fn code_page(prefix: &str, last: RecordId) -> String {
    format!("{prefix}{FOLDED}/{}", last.to_key())
}

/// Where a page of heads stands in `vectors`: under its last record, behind all that [`folding`] reads.
pub(super) fn head_page(prefix: &str, last: RecordId) -> String {
    format!("{prefix}q/{}", last.to_key())
}

/// A page of heads, and the first rows of its records that are others by now.
pub(super) fn heads<'a>(
    prefix: &str,
    last: RecordId,
    changed: impl IntoIterator<Item = &'a RecordId>,
) -> [ReadRequest; 2] {
    let rows = Rows::Keys(changed.into_iter().map(|id| crate::codec::record_range(prefix, *id).0).collect());
    let page = Rows::Keys(vec![head_page(prefix, last)]);
    [ReadRequest { collection: Collection::Vectors, rows: page }, ReadRequest { collection: Collection::Records, rows }]
}

/// Where it stands which records of a page of heads are others by now.
pub(super) fn outdated(prefix: &str, last: RecordId) -> String {
    format!("{prefix}{OUTDATED}{}", last.to_key())
}

/// Where the mark of a record's vector stands.
pub(super) fn marker(prefix: &str, id: RecordId) -> String {
    format!("{prefix}{MARKED}{}", id.to_key())
}

/// A journal entry's row and the rows that it overflows into.
pub(super) fn entry(prefix: &str, id: JournalId) -> ReadRequest {
    let key = format!("{prefix}{id}");
    // '~' is behind every character of a key.
    let to = format!("{key}~");
    ReadRequest { collection: Collection::Journal, rows: Rows::Range { from: Some(key), to: Some(to), limit: None } }
}

/// The journal entries from `from` on.
pub(super) fn entries_from(prefix: &str, from: JournalId) -> ReadRequest {
    let mut request = under(Collection::Journal, prefix);
    if let Rows::Range { from: start, .. } = &mut request.rows {
        *start = Some(format!("{prefix}{from}"));
    }
    request
}

/// The record that a key of `records` or `vectors` belongs to.
pub(super) fn record_of(prefix: &str, key: &str) -> Option<RecordId> {
    key.strip_prefix(prefix)?.get(..32)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_that_differ_in_any_field_have_other_prefixes() {
        let scope = |user: Option<&str>, agent: Option<&str>, run: Option<&str>| Scope {
            user_id: user.map(str::to_owned),
            agent_id: agent.map(str::to_owned),
            run_id: run.map(str::to_owned),
        };
        let scopes = [
            Scope::default(),
            scope(Some(""), None, None),
            scope(Some("a"), None, None),
            scope(None, Some("a"), None),
            scope(None, None, Some("a")),
            scope(Some("ab"), Some("c"), None),
            scope(Some("a"), Some("bc"), None),
            scope(Some("用户"), None, None),
        ];
        let prefixes: crate::sorted::SortedSet<String> = scopes.iter().map(|scope| prefix(&[7; 16], scope)).collect();
        assert_eq!(prefixes.len(), scopes.len());
        assert_ne!(prefix(&[7; 16], &scopes[2]), prefix(&[8; 16], &scopes[2]), "the salt counts");
        assert!(prefixes.iter().all(|prefix| prefix.is_ascii() && prefix.len() == 33));
    }

    #[test]
    fn a_record_is_found_in_its_keys() {
        let id = RecordId::v7(5, 1, 2);
        assert_eq!(record_of("p/", &format!("p/{}", id.to_key())), Some(id));
        assert_eq!(record_of("p/", &format!("p/{}+0003", id.to_key())), Some(id));
        assert_eq!(record_of("q/", &format!("p/{}", id.to_key())), None);
        assert_eq!(record_of("p/", "p/short"), None);
    }
}
