package org.bipj.launch.node;

import org.bipj.launch.wire.Frame;
import org.bipj.launch.wire.Kind;
import org.bipj.launch.wire.Link;
import org.bipj.launch.wire.Packer;

/** The rendezvous in mpirun, where ranks of all hosts find each other's addresses. */
record Upwards(int node, Link up) implements ControlService.Rendezvous {
    @Override
    public void put(int rank, String address) {
        up.send(Frame.of(Kind.PUT, node, new Packer().number(rank).text(address)));
    }

    @Override
    public void lost(int by, int rank, String why) {
        up.send(Frame.of(Kind.PARTED, node, new Packer().number(by).number(rank).text(why)));
    }

    @Override
    public void unanswered(int by, String address) {
        up.send(Frame.of(Kind.UNANSWERED, node, new Packer().number(by).text(address)));
    }

    @Override
    public void watch(int rank) {
        up.send(Frame.of(Kind.WATCH, node, new Packer().number(rank)));
    }

    @Override
    public void get(int rank) {
        up.send(Frame.of(Kind.GET, node, new Packer().number(rank)));
    }
}
