/**
 * Classes of {@code java.net} for programs whose ranks are hosts with IP: subclasses of the JDK's, which rewritten code uses in
 * their places, over the TCP/IP stack of the rank's host. docs/architecture/ip.md describes them.
 */
package org.bipj.launch.hosted.sockets;
