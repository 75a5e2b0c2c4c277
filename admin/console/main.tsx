// Imported first, because it declares the order of the cascade layers. A component's style sheet that came first would set another order.
import './styles/main.css'

import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { openSession } from './server-calls/session.ts'

const place = document.getElementById('console')
if (place === null) throw new Error('The page has no place for the console.')

// An error is ignored here: the first call then reports that the session is missing or that the console does not respond.
await openSession().catch(() => {})
createRoot(place).render(<App />)
