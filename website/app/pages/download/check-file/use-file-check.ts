import type { InstallerPlatform } from '@site/releases/release'
import { useEffect, useRef, useState } from 'react'
import { cancelHashing, hashFile, startHashWorker } from './hasher.ts'
import { findOrdinaryKind, judgeFile, type KnownReleases, type Verdict } from './verdict.ts'

/** Why files cannot be compared with the releases at all. */
export type ListProblem = 'unsigned' | 'wrong signature' | 'not loaded'

/** The answer about a picked file. */
export type Answer = Verdict | { kind: ListProblem | 'unreadable' | 'no worker' }

/** The state of the check. `waiting`: a file was picked before the releases were loaded. */
export type FileCheck =
  | { step: 'idle' }
  | { step: 'waiting'; file: File; signal: AbortSignal }
  | { step: 'reading'; file: File; bytes: number; bytesPerSecond: number }
  | { step: 'checked'; file: File; answer: Answer }

/**
 * React hook that checks picked files, one at a time. `known` is null while the releases are loading. The worker is started at once, so that
 * nothing is requested after a file was picked.
 */
export function useFileCheck(
  known: KnownReleases | ListProblem | null,
  suits: readonly InstallerPlatform[],
  picked: File | null,
) {
  const [check, setCheck] = useState<FileCheck>({ step: 'idle' })
  const running = useRef(new AbortController())
  const isComparable = known !== null && typeof known !== 'string'
  useEffect(() => {
    if (isComparable) void startHashWorker()
  }, [isComparable])
  useEffect(() => {
    if (!picked) return
    running.current.abort()
    running.current = new AbortController()
    setCheck({ step: 'waiting', file: picked, signal: running.current.signal })
  }, [picked])
  useEffect(() => {
    if (check.step !== 'waiting' || known === null) return
    const { file, signal } = check
    if (signal.aborted) return
    void checkFile(file, known, suits, setCheck, signal)
  }, [check, known, suits])
  const cancel = () => {
    running.current.abort()
    cancelHashing()
    setCheck({ step: 'idle' })
  }
  return { check, cancel }
}

/** Hashes and judges a file, and passes each state to `show` until it is cancelled. */
async function checkFile(
  file: File,
  known: KnownReleases | ListProblem,
  suits: readonly InstallerPlatform[],
  show: (check: FileCheck) => void,
  signal: AbortSignal,
): Promise<void> {
  const since = performance.now()
  const showProgress = (bytes: number) => {
    const seconds = (performance.now() - since) / 1000
    if (!signal.aborted) show({ step: 'reading', file, bytes, bytesPerSecond: seconds > 0 ? bytes / seconds : 0 })
  }
  if (typeof known !== 'string') showProgress(0)
  const answer =
    typeof known === 'string'
      ? await answerWithoutReleases(file, known)
      : await findAnswer(file, known, suits, showProgress, signal)
  if (answer && !signal.aborted) show({ step: 'checked', file, answer })
}

/** Without releases to compare a file with, all that can be said is whether it is an ordinary file. */
async function answerWithoutReleases(file: File, problem: ListProblem): Promise<Answer> {
  const beginning = await readBeginning(file).catch(() => null)
  const what = beginning && findOrdinaryKind({ name: file.name, beginning })
  return what ? { kind: 'ordinary', what } : { kind: problem }
}

async function readBeginning(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, 2).arrayBuffer())
}

async function findAnswer(
  file: File,
  known: KnownReleases,
  suits: readonly InstallerPlatform[],
  onRead: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Answer | null> {
  if (!(await startHashWorker())) return { kind: 'no worker' }
  if (signal.aborted) return null
  const result = await hashFile(file, onRead)
  if ('problem' in result) return result.problem === 'cancelled' ? null : { kind: result.problem }
  try {
    return judgeFile(
      { name: file.name, size: file.size, beginning: await readBeginning(file), ...result },
      known,
      suits,
    )
  } catch {
    return { kind: 'unreadable' }
  }
}
