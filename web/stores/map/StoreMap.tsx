/**
 * Shows all stores on a map, in groups where they are close together. Its code loads only when a shopper opens the map.
 * Without a tile server it shows the outline of Malaysia.
 */
import type { ResponseOf } from '@shop/contract/api/client';
import { parsePosition } from '@shop/core/stores/place';
import L from 'leaflet';
import 'leaflet.markercluster';
import leafletStyles from 'leaflet/dist/leaflet.css?url';
import clusterStyles from 'leaflet.markercluster/dist/MarkerCluster.css?url';
import { useEffect, useRef } from 'react';
import type { T } from '../../i18n/MessagesProvider.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import outline from './outline.json';

type StorePosition = { id: string; lat: number; lng: number };
type TileServer = { url: string; attribution: string };

type StoreMapProps = {
  stores: ResponseOf<'stores.map'>['data'];
  listedStores: readonly StorePosition[];
  near: string;
  isWhole: boolean;
  tiles: TileServer | null;
  selected: string | null;
  onSelect: (id: string) => void;
  className?: string;
};

const MALAYSIA: L.LatLngBoundsLiteral = [
  [0.8, 99.5],
  [7.5, 119.4],
];
/** Zoom levels. The outline has no streets, so a closer zoom would show nothing; `fit` leaves some coast visible. */
const OUTLINE_ZOOM = { closest: 14, fit: 10.5 };
const TILES_ZOOM = { closest: 18, fit: 14 };
const zoomOf = (tiles: TileServer | null) => (tiles === null ? OUTLINE_ZOOM : TILES_ZOOM);

/** Links the map's style sheets, once. */
function linkStyles(): void {
  for (const href of [leafletStyles, clusterStyles]) {
    if (document.querySelector(`link[href="${href}"]`) !== null) continue;
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  }
}

const drawPinIcon = (isSelected: boolean): L.DivIcon =>
  L.divIcon({
    className: 'grid place-items-center',
    iconSize: [44, 44],
    iconAnchor: [22, 22],
    html: `<span class="${classNames(
      'block rounded-pill border-[3px] border-paper shadow-2',
      isSelected ? 'size-7 bg-deal' : 'size-5 bg-action',
    )}"></span>`,
  });

const drawGroupIcon = (t: T, count: number): L.DivIcon =>
  L.divIcon({
    className: 'grid place-items-center',
    iconSize: [44, 44],
    html: `<span class="grid size-10 place-items-center rounded-pill border-[3px] border-paper bg-action font-display text-sm font-bold text-on-action shadow-2" aria-hidden="true">${count}</span><span class="sr-only">${t('stores.map_group', { count })}</span>`,
  });

function addBaseMap(map: L.Map, t: T, tiles: TileServer | null): void {
  if (tiles !== null) {
    L.tileLayer(tiles.url, { attribution: tiles.attribution }).addTo(map);
    return;
  }
  const drawLand = (coordinates: number[][][][], className: string) =>
    L.geoJSON({ type: 'MultiPolygon', coordinates } as GeoJSON.MultiPolygon, {
      interactive: false,
      attribution: t('stores.outline_credit'),
      style: { className, weight: 1 },
    }).addTo(map);
  drawLand(outline.neighbours, 'fill-sunken stroke-line [fill-opacity:1]');
  drawLand(outline.malaysia, 'fill-pandan-100 stroke-pandan-300 [fill-opacity:1]');
}

type DrawnMap = { map: L.Map; groups: L.MarkerClusterGroup; markers: ReadonlyMap<string, L.Marker> };

function drawMap(
  element: HTMLElement,
  t: T,
  { stores, tiles }: Pick<StoreMapProps, 'stores' | 'tiles'>,
  select: (id: string) => void,
): DrawnMap {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    zoomControl: false,
    minZoom: 4,
    // Tiles would be blurred between two zoom levels.
    zoomSnap: tiles === null ? 0.25 : 1,
    maxZoom: zoomOf(tiles).closest,
    maxBounds: L.latLngBounds(MALAYSIA).pad(0.5),
    zoomAnimation: !isCalm,
    fadeAnimation: !isCalm,
    markerZoomAnimation: !isCalm,
  });
  map.attributionControl.setPrefix(false);
  const zoom = L.control.zoom({ zoomInTitle: t('stores.map_zoom_in'), zoomOutTitle: t('stores.map_zoom_out') });
  for (const button of zoom.addTo(map).getContainer()?.children ?? []) button.classList.add('size-11!', 'leading-11!');
  map.fitBounds(MALAYSIA);
  addBaseMap(map, t, tiles);
  const groups = L.markerClusterGroup({
    showCoverageOnHover: false,
    animate: !isCalm,
    maxClusterRadius: 56,
    iconCreateFunction: (cluster) => drawGroupIcon(t, cluster.getChildCount()),
  });
  const markers = new Map(
    stores.map(({ id, name, lat, lng }) => {
      const marker = L.marker([lat, lng], { icon: drawPinIcon(false), title: name, alt: name });
      marker.on('click', () => select(id));
      marker.on('keypress', ({ originalEvent }) => (originalEvent as KeyboardEvent).key === 'Enter' && select(id));
      return [id, marker];
    }),
  );
  groups.addLayers([...markers.values()]);
  map.addLayer(groups);
  return { map, groups, markers };
}

export function StoreMap({ stores, listedStores, near, isWhole, tiles, selected, onSelect, className }: StoreMapProps) {
  const t = useT();
  const element = useRef<HTMLDivElement>(null);
  const drawnMap = useRef<DrawnMap | null>(null);
  const select = useRef(onSelect);
  select.current = onSelect;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a document has one language, so `t` never changes
  useEffect(() => {
    linkStyles();
    if (element.current === null) return;
    const drawing = drawMap(element.current, t, { stores, tiles }, (id) => select.current(id));
    drawnMap.current = drawing;
    return () => {
      drawnMap.current = null;
      drawing.map.remove();
    };
  }, [stores, tiles]);

  const listedIds = listedStores.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `listedIds` stands for `listedStores`, a new array after every refresh
  useEffect(() => {
    const { map } = drawnMap.current ?? {};
    if (map === undefined) return;
    const shopperPosition = parsePosition(near);
    const points = [
      ...listedStores.map(({ lat, lng }) => L.latLng(lat, lng)),
      ...(shopperPosition === null ? [] : [L.latLng(shopperPosition)]),
    ];
    if (isWhole || points.length === 0) map.fitBounds(MALAYSIA);
    else map.fitBounds(L.latLngBounds(points), { padding: [32, 32], maxZoom: zoomOf(tiles).fit });
    if (shopperPosition === null) return;
    const positionMarker = L.circleMarker(shopperPosition, {
      radius: 9,
      weight: 3,
      interactive: false,
      className: 'fill-info stroke-paper [fill-opacity:1]',
    });
    positionMarker.addTo(map).bindTooltip(t('stores.here'));
    // Removing the map has removed the marker too.
    return () => void (drawnMap.current?.map === map && positionMarker.remove());
  }, [listedIds, near, isWhole, stores, tiles]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other stores or tiles draw another map, without the selection
  useEffect(() => {
    const { map, groups, markers } = drawnMap.current ?? {};
    const marker = markers?.get(selected ?? '');
    if (map === undefined || groups === undefined || marker === undefined) return;
    marker.setIcon(drawPinIcon(true)).setZIndexOffset(1000);
    groups.zoomToShowLayer(marker, () => map.panTo(marker.getLatLng()));
    return () => void marker.setIcon(drawPinIcon(false)).setZIndexOffset(0);
  }, [selected, stores, tiles]);

  return (
    <div className={classNames('relative isolate z-0 overflow-hidden border border-line', className)}>
      <div ref={element} className="size-full bg-info-50! font-sans!" />
    </div>
  );
}
