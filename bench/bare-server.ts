// The baseline for a response from memory: a bare `node:http` server that returns one file with the given raw headers for every request.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { array, parse, string } from 'valibot'

const [file = '', headers = '[]'] = process.argv.slice(2)
const bytes = readFileSync(file)
const lines = parse(array(string()), JSON.parse(headers))

const server = createServer((_request, response) => {
  response.removeHeader('connection') // our server does not send it either
  response.writeHead(200, lines).end(bytes)
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
