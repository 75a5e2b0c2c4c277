/**
 * A test that proves a line, by the file and the title it has in the source. With `begins` it is every test of that file
 * whose title begins so: a loop over cases, of which there must be at least one and all of which must pass.
 */
export type Proof = { file: string; title: string } | { file: string; begins: string }

/** A requirement of docs/requirements.md, by its number, and the tests that prove it. */
export type ProvenLine = { requirement: string; proof: readonly [Proof, ...Proof[]] }

/** A requirement that is left out on purpose, and where that was settled. */
export type LeftOutLine = { requirement: string; notBuilt: 'practice.md, section 1' }

/** Either of them. */
export type SpecLine = ProvenLine | LeftOutLine

/** Names the tests of a file: by their full title, or with `all` by how their titles begin. */
export function testsOf(file: string) {
  return Object.assign((title: string): Proof => ({ file, title }), {
    all: (begins: string): Proof => ({ file, begins }),
  })
}

/** A requirement and what proves it. */
export function line(requirement: string, ...proof: readonly [Proof, ...Proof[]]): ProvenLine {
  return { requirement, proof }
}
