import { expect, test } from 'vitest'
import { dropUnusedExports } from './drop-unused-exports.ts'

const code = `"use strict";
function twice(n) { return n * 2 }
exports.twice = twice;
exports.unused = function (n) { exports.inner = n };
exports["computed"] = 1;
exports.version = "1";
others.unused = 2;
`

test('dropUnusedExports removes the top-level assignments of unused exports and changes nothing else', () => {
  expect(dropUnusedExports(code, (name) => name !== 'unused')).toBe(
    code.replace('exports.unused = function (n) { exports.inner = n };', ''),
  )
  expect(dropUnusedExports(code, () => true)).toBe(code)
})
