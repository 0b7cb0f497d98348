/* What dice are worth in Farkle: looked up in the table the page carries, never computed here. */

/* Return a function (preset, chosen faces) → {points, scoring, idle}, the last two lists of faces; null for no dice. */
export function openTable({ dice, presets }) {
  const places = new Map(dice.map((key, place) => [key, place]));
  return (preset, chosen) => {
    const place = places.get([...chosen].sort().join(""));
    if (place === undefined) return null;
    const scoring = [...presets[preset].scoring[place]];
    return { points: presets[preset].points[place], scoring, idle: without(chosen, scoring) };
  };
}

/* Return the faces that remain when each of `taken` is removed once. */
function without(faces, taken) {
  const rest = [...taken];
  return [...faces].filter((face) => {
    const at = rest.indexOf(face);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
