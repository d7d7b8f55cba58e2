// TODO(#12): has an issue.
// TODO: has none.
