// Preloaded (`node --import`) into a process that must not outlive its parent, even when the parent is killed with SIGKILL. The IPC channel
// closes when the parent dies; this process then handles that like a SIGTERM.

process.on('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
})
process.channel?.unref()
