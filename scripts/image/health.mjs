export async function ask(ports) {
  const answers = ports.map(async (port) => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
    if (!answer.ok) throw new Error(await answer.text());
  });
  return Promise.any(answers).then(
    () => true,
    ({ errors }) => {
      for (const { message } of errors) console.error(message);
      return false;
    },
  );
}
