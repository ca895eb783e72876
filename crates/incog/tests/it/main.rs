//! Tests of the joint: whole problems, searched, released and measured.

mod oracle;
mod random_problem;
