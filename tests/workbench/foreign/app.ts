import { createBrowserInspector } from '@statelyai/inspect';
import { createActor } from 'xstate';
import { lamp } from './lamp';

/** A foreign app. The hash of its page contains the inspector's URL. */
document.body.innerHTML = '<button>Inspect</button><button>Press</button>';
const [inspect, press] = document.querySelectorAll('button');
inspect!.addEventListener('click', () => {
  const url = decodeURIComponent(location.hash.slice(1));
  const actor = createActor(lamp, { inspect: createBrowserInspector({ url }).inspect }).start();
  press!.addEventListener('click', () => actor.send({ type: 'press' }));
});
