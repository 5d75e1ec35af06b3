package org.bipj.net;

import org.bipj.core.job.Job;
import org.bipj.core.nic.NicPort;
import org.bipj.net.address.AddressBook;
import org.bipj.net.pmi.KeyValues;

/** A rank of a job on several hosts that a foreign launcher started. */
final class ForeignJob extends NetJob {
    private final KeyValues space;

    ForeignJob(Job local, Meeting meeting, KeyValues space) {
        super(
                local,
                space.rank(),
                meeting.hosts(),
                () -> book(meeting),
                meeting.secret(),
                NetJobProvider.libraryVersion(),
                HostFamily.NONE);
        this.space = space;
    }

    private static AddressBook book(Meeting meeting) {
        return new AddressBook() {
            @Override
            public void publish(String address) {
                meeting.publish(address);
            }

            @Override
            public String find(int rank) {
                return meeting.address(rank);
            }
        };
    }

    /** All ranks meet here, since a value is visible behind a fence only, and each key is put once. */
    @Override
    public NicPort open() {
        NicPort port = super.open();
        try {
            space.fence();
            return port;
        } catch (RuntimeException e) {
            port.close();
            throw e;
        }
    }

    /** The board of a host counts its own ranks only. */
    @Override
    public boolean leave() {
        return false;
    }

    @Override
    public boolean haveAllLeft() {
        return true;
    }
}
