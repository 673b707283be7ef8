/** A sheet that scans one unit after the other with the camera until it is closed. */
import { Button, Dialog, TextField } from '@mui/material';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type PlainKey, useText } from '../i18n/text.ts';
import { openDecoder } from './open-decoder.ts';

/** A code counts as another unit once the camera has not seen it for this time. */
const SAME_UNIT_MS = 1_000;
/** Pause between two pictures, so that the phone stays cool. */
const PAUSE_MS = 100;
const VIBRATE_MS = 60;

type CameraState = 'starting' | 'on' | 'blocked' | 'no_camera';

const STATE_TEXTS: Readonly<Record<CameraState, PlainKey>> = {
  starting: 'scan.starting',
  on: 'scan.aim',
  blocked: 'scan.blocked',
  no_camera: 'scan.no_camera',
};

const isBlocked = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError');

async function openCamera(): Promise<MediaStream> {
  // Browsers offer no camera to pages without HTTPS.
  if (navigator.mediaDevices === undefined) throw new Error('This page may use no camera');
  const video = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

/** Shows the camera in a video while it is mounted, and calls `onCode` once for each unit in front of it. */
function useCamera(onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  latest.current = onCode;
  const [state, setState] = useState<CameraState>('starting');
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOpen = true;
    const close = () => {
      isOpen = false;
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const run = async () => {
      stream = await openCamera();
      const element = video.current;
      if (!isOpen || element === null) return close();
      element.srcObject = stream;
      await element.play();
      const decode = await openDecoder();
      setState('on');
      let last = { code: '', seenAt: 0 };
      while (isOpen) {
        const code = element.videoWidth === 0 ? null : await decode(element);
        const now = performance.now();
        if (isOpen && code !== null) {
          if (code !== last.code || now - last.seenAt > SAME_UNIT_MS) latest.current(code);
          last = { code, seenAt: now };
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    };
    run().catch((error) => {
      close();
      setState(isBlocked(error) ? 'blocked' : 'no_camera');
    });
    return close;
  }, []);
  return { video, state };
}

/** The result of a code, in words, and whether it is the expected item. */
export type ScanOutcome = { isRight: boolean; words: string };

export function CameraScanner({
  item,
  place,
  onCode,
  onClose,
}: {
  /** Name of the expected item. */
  item: string;
  place: string;
  onCode(code: string): ScanOutcome;
  onClose(): void;
}) {
  const t = useText();
  const id = useId();
  const [outcome, setOutcome] = useState<(ScanOutcome & { at: number }) | null>(null);
  const [typedCode, setTypedCode] = useState('');
  const handleCode = (code: string) => {
    const next = onCode(code);
    if (next.isRight) navigator.vibrate?.(VIBRATE_MS);
    // A new key restarts the flash animation.
    setOutcome({ ...next, at: performance.now() });
  };
  const { video, state } = useCamera(handleCode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typedCode.trim() === '') return;
    handleCode(typedCode.trim());
    setTypedCode('');
  };
  const hasCamera = state === 'starting' || state === 'on';
  const tone = outcome === null ? '' : outcome.isRight ? 'scan-right' : 'scan-wrong';
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby={id}>
      <div className="task scan">
        <header className="task-head">
          <p className="task-line">
            <span id={id}>{t('scan.title')}</span>
            <span className="task-state">{place}</span>
          </p>
          <h1 className="task-count">{t('scan.expected', { name: item })}</h1>
        </header>
        {hasCamera && (
          <div className="scan-view">
            <video ref={video} aria-label={t('scan.picture')} muted playsInline />
            <div className={`scan-frame ${tone}`} key={outcome?.at} />
          </div>
        )}
        <div className="scan-foot stack">
          <p className={`notice scan-note ${tone}`} role="status">
            {outcome?.words ?? t(STATE_TEXTS[state])}
          </p>
          {!hasCamera && outcome !== null && <p>{t(STATE_TEXTS[state])}</p>}
          <form className="buttons" onSubmit={submit}>
            <TextField
              className="grow"
              label={t('scan.code')}
              value={typedCode}
              slotProps={{ htmlInput: { autoComplete: 'off', autoCapitalize: 'characters' } }}
              onChange={({ target }) => setTypedCode(target.value)}
            />
            <Button type="submit" color="secondary">
              {t('scan.use')}
            </Button>
          </form>
          <Button color="secondary" onClick={onClose}>
            {t('scan.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
