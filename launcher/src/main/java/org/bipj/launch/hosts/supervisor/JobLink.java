package org.bipj.launch.hosts.supervisor;

import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.ControlLink;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;

/**
 * The link to mpirun, for a job's part on this host.
 *
 * @param link carries what all jobs send
 * @param hostIndex number of this host
 * @param job number of the job
 */
record JobLink(ControlLink link, int hostIndex, int job) {
    /** Sends a frame soon. */
    void send(FrameKind kind, Packer fields) {
        link.send(ControlFrame.of(kind, hostIndex, fields).ofJob(job));
    }

    /** Sends a frame that says all by its kind. */
    void send(FrameKind kind) {
        link.send(ControlFrame.of(kind, hostIndex).ofJob(job));
    }

    /** Sends data, of which there may be any number: waits for room. */
    void sendData(FrameKind kind, Packer fields) {
        link.sendData(ControlFrame.of(kind, hostIndex, fields).ofJob(job));
    }
}
