// The baseline for serving the home page: a bare `node:http` server that returns one file with the given headers for every request.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse, record, string } from 'valibot'

const [file = '', headers = '{}'] = process.argv.slice(2)
const bytes = readFileSync(file)
const lines = Object.entries(parse(record(string(), string()), JSON.parse(headers))).flat()

const server = createServer((_request, response) => {
  response.writeHead(200, lines).end(bytes)
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
