//! A store in the browser's IndexedDB.
