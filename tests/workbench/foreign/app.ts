import { createBrowserInspector } from '@statelyai/inspect';
import { createActor } from 'xstate';
import { lamp } from './lamp';

/** The page of a foreign app, whose address ends with that of the inspector. */
document.body.innerHTML = '<button>Inspect</button><button>Press</button>';
const [inspect, press] = document.querySelectorAll('button');
inspect!.addEventListener('click', () => {
  const url = decodeURIComponent(location.hash.slice(1));
  const actor = createActor(lamp, { inspect: createBrowserInspector({ url }).inspect }).start();
  press!.addEventListener('click', () => actor.send({ type: 'press' }));
});
