// The number on the icon of the installed app, where the platform shows one.

export function showOnIcon(count) {
    const { setAppBadge, clearAppBadge } = navigator;
    if (typeof setAppBadge !== "function") return;
    const shown = count > 0 ? setAppBadge.call(navigator, count) : clearAppBadge.call(navigator);
    shown.catch(() => {});
}
