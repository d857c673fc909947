import type { Answer } from "#lib/contract/contract.ts";
import type { Assertion, Attestation } from "#lib/contract/factors.ts";

const load = () => import("@simplewebauthn/browser");

export async function askPasskey({ challenge, rpId }: Answer<"auth.passkeyOptions">): Promise<Assertion> {
  const { startAuthentication } = await load();
  const optionsJSON = { challenge, rpId, userVerification: "required" as const, timeout: 240_000 };
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle = "" } = response;
  const sent = { clientDataJSON, authenticatorData, signature, userHandle };
  return { id, rawId, type: "public-key", response: sent };
}

export async function makePasskey(asked: Answer<"factors.passkeyOptions">): Promise<Attestation> {
  const { startRegistration } = await load();
  const { challenge, rpId, userId, userName, known } = asked;
  const { id, rawId, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rpId, name: "Loupe" },
      user: { id: userId, name: userName, displayName: userName },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" as const })),
      excludeCredentials: known.map((one) => ({ id: one, type: "public-key" as const })),
      // Discoverable, so nobody types an address.
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      timeout: 240_000,
    },
  });
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type: "public-key", response: { clientDataJSON, attestationObject } };
}
