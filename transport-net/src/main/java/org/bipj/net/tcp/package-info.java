/** The port over TCP: frames, connections, and the handshake that proves the job's secret. */
package org.bipj.net.tcp;
