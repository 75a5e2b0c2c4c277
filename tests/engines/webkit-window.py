#!/usr/bin/python3
"""A window with nothing but WebKitGTK, for WebKitWebDriver. The last argument: DriverOptions (driver.ts) as JSON."""
import json
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gtk, WebKit2  # noqa: E402

os.dup2(2, 1)  # the driver discards stdout, to which WebKit writes the page's console

options = json.loads(sys.argv[-1])

gtk = Gtk.Settings.get_default()
gtk.props.gtk_enable_animations = not options["reducedMotion"]
gtk.props.gtk_application_prefer_dark_theme = options["dark"]

# Not an ephemeral context, which writes no console messages. It lives in the driver's own home folder.
context = WebKit2.WebContext.new()
context.set_automation_allowed(True)

settings = WebKit2.Settings()
settings.set_enable_write_console_messages_to_stdout(True)
settings.set_enable_javascript(options["script"])
# By software, compositing takes seconds for each frame.
settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
settings.set_enable_tabs_to_links(options["tabsToLinks"])
if options["userAgent"]:
    settings.set_user_agent(options["userAgent"])
features = WebKit2.Settings.get_all_features()
for feature in map(features.get, range(features.get_length())):
    if feature.get_identifier() in options["features"]:
        settings.set_feature_enabled(feature, True)


def show(view):
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(options["width"], options["height"])
    window.add(view)
    view.set_zoom_level(options["zoom"])
    window.show_all()
    # Without a window manager the keyboard's focus follows the pointer, which is in the middle of the screen, beside a small window.
    Gdk.Display.get_default().get_default_seat().get_pointer().warp(window.get_screen(), 40, 40)
    view.grab_focus()
    return view


def create_view(_session):
    return show(WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True))


def start(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-window")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", start)
Gtk.main()
