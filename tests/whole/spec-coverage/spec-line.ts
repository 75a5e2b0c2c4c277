/**
 * A reference to a test that verifies a requirement, by file and title. With `begins`, it refers to every test of the file whose
 * title begins with this text; at least one such test must exist, and all must pass.
 */
export type TestReference = { file: string; title: string } | { file: string; begins: string }

/** A requirement of docs/requirements.md, by number, and references to the tests that verify it. */
export type TestedRequirement = { requirement: string; proof: readonly [TestReference, ...TestReference[]] }

/** A requirement that is intentionally not implemented, and the document with that decision. */
export type OmittedRequirement = { requirement: string; notBuilt: 'practice.md, section 1' }

/** An entry of the list of requirements: implemented with tests, or intentionally not implemented. */
export type RequirementEntry = TestedRequirement | OmittedRequirement

/** Returns a function that creates references to tests of a file: by full title, or with `all` by the beginning of their titles. */
export function createTestReferencer(file: string) {
  return Object.assign((title: string): TestReference => ({ file, title }), {
    all: (begins: string): TestReference => ({ file, begins }),
  })
}

/** Returns the entry for a requirement with the references to its tests. */
export function createTestedRequirement(
  requirement: string,
  ...proof: readonly [TestReference, ...TestReference[]]
): TestedRequirement {
  return { requirement, proof }
}
