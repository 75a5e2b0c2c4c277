// The styles come first: they declare the order of the cascade layers, which a component's own style sheet would otherwise begin.
import './styles/main.css'

import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { openSession } from './server-calls/session.ts'

const place = document.getElementById('console')
if (place === null) throw new Error('The page has no place for the console.')

// Without a session the page says so at its first call.
await openSession().catch(() => {})
createRoot(place).render(<App />)
