package org.bipj.launch.hosts.supervisor;

import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;

/** The rendezvous in mpirun, where ranks of all hosts find each other's addresses. */
record Upwards(JobLink up) implements ControlService.Rendezvous {
    @Override
    public void put(int rank, String address) {
        up.send(FrameKind.PUT, new Packer().number(rank).text(address));
    }

    @Override
    public void lost(int by, int rank, String why) {
        up.send(FrameKind.PARTED, new Packer().number(by).number(rank).text(why));
    }

    @Override
    public void unanswered(int by, String address, String why) {
        up.send(FrameKind.UNANSWERED, new Packer().number(by).text(address).text(why));
    }

    @Override
    public void watch(int rank) {
        up.send(FrameKind.WATCH, new Packer().number(rank));
    }

    @Override
    public void get(int rank) {
        up.send(FrameKind.GET, new Packer().number(rank));
    }
}
