package org.bipj.net;

import java.nio.file.Path;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;
import org.bipj.net.address.AddressBook;
import org.bipj.net.address.ControlSocket;
import org.bipj.net.tcp.TcpPort;

/** A rank of a job of several hosts: a member of its host's session, where states, aborts and the end are kept. */
final class NetJob implements Job {
    /** A process that ends at once would break connections over which the last bytes still travel. */
    private static final int LINGER_MS = 200;

    private final Job local;
    private final int rank;
    private final Hosts hosts;
    private final Path session;
    private final byte[] secret;
    private final String version;

    NetJob(Job local, int rank, Hosts hosts, Path session, byte[] secret, String version) {
        this.local = local;
        this.rank = rank;
        this.hosts = hosts;
        this.session = session;
        this.secret = secret;
        this.version = version;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return hosts.size();
    }

    @Override
    public Application application() {
        return local.application();
    }

    /** As the launcher calls it: two sessions on one machine are two hosts. */
    @Override
    public String node() {
        return hosts.nameOf(rank);
    }

    @Override
    public int localSize() {
        return local.localSize();
    }

    @Override
    public boolean isCrowded() {
        return local.isCrowded();
    }

    @Override
    public NicPort open() {
        AddressBook book = new ControlSocket(session.resolve("control"), rank);
        NicPort near = local.open();
        TcpPort far = new TcpPort(
                new TcpPort.Setup(rank, hosts.size(), hosts.listen(), version, secret, isCrowded(), LINGER_MS),
                book,
                hosts::nameOf);
        return new ComposedPort(near, far, hosts.ownRanks(), hosts.hostOfRanks(), isCrowded());
    }

    @Override
    public void started() {
        local.started();
    }

    @Override
    public boolean leave() {
        return local.leave();
    }

    @Override
    public boolean haveAllLeft() {
        return local.haveAllLeft();
    }

    @Override
    public void finished() {
        local.finished();
    }

    @Override
    public void abort(int code, String reason) {
        local.abort(code, reason);
    }

    @Override
    public void abort(int code, String reason, Throwable failure) {
        local.abort(code, reason, failure);
    }
}
