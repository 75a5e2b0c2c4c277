/**
 * A test that proves a requirement, by file and by title as in the source. With `begins` it is every test of the file
 * whose title starts so, of which there must be at least one and all of which must pass.
 */
export type Proof = { file: string; title: string } | { file: string; begins: string }

/** A requirement of docs/requirements.md, by number, and the tests that prove it. */
export type ProvenLine = { requirement: string; proof: readonly [Proof, ...Proof[]] }

/** A requirement that is intentionally not built, and where that was decided. */
export type LeftOutLine = { requirement: string; notBuilt: 'practice.md, section 1' }

/** An entry of the list of requirements. */
export type SpecLine = ProvenLine | LeftOutLine

/** Returns a function that names tests of a file by full title, or with `all` by the start of their titles. */
export function testsOf(file: string) {
  return Object.assign((title: string): Proof => ({ file, title }), {
    all: (begins: string): Proof => ({ file, begins }),
  })
}

/** Returns the entry for a requirement with its proofs. */
export function line(requirement: string, ...proof: readonly [Proof, ...Proof[]]): ProvenLine {
  return { requirement, proof }
}
