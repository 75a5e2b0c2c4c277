import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { openSession } from './server-calls/session.ts'
import './styles/main.css'

const place = document.getElementById('console')
if (place === null) throw new Error('The page has no place for the console.')

// Without a session the page says so at its first call.
await openSession().catch(() => {})
createRoot(place).render(<App />)
