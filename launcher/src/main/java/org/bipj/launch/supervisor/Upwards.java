package org.bipj.launch.supervisor;

import org.bipj.launch.wire.ControlFrame;
import org.bipj.launch.wire.ControlLink;
import org.bipj.launch.wire.FrameKind;
import org.bipj.launch.wire.Packer;

/** The rendezvous in mpirun, where ranks of all hosts find each other's addresses. */
record Upwards(int hostIndex, ControlLink up) implements ControlService.Rendezvous {
    @Override
    public void put(int rank, String address) {
        up.send(ControlFrame.of(
                FrameKind.PUT, hostIndex, new Packer().number(rank).text(address)));
    }

    @Override
    public void lost(int by, int rank, String why) {
        up.send(ControlFrame.of(
                FrameKind.PARTED,
                hostIndex,
                new Packer().number(by).number(rank).text(why)));
    }

    @Override
    public void unanswered(int by, String address, String why) {
        up.send(ControlFrame.of(
                FrameKind.UNANSWERED,
                hostIndex,
                new Packer().number(by).text(address).text(why)));
    }

    @Override
    public void watch(int rank) {
        up.send(ControlFrame.of(FrameKind.WATCH, hostIndex, new Packer().number(rank)));
    }

    @Override
    public void get(int rank) {
        up.send(ControlFrame.of(FrameKind.GET, hostIndex, new Packer().number(rank)));
    }
}
