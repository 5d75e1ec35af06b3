package org.bipj.net.tcp;

import java.util.function.ObjIntConsumer;
import org.bipj.net.address.AddressBook;

/** The addresses of the own job's ranks, as its book has them, and of those of other jobs, which have said them when they connected. */
final class BookOfAll implements AddressBook {
    private final AddressBook own;
    private final OtherJobs others;

    BookOfAll(AddressBook own, OtherJobs others) {
        this.own = own;
        this.others = others;
    }

    @Override
    public void publish(String address) {
        own.publish(address);
    }

    @Override
    public String find(int rank) {
        OtherJobs.OtherJob job = others.of(rank);
        return job == null ? own.find(rank) : job.addresses().get(rank - job.first());
    }

    @Override
    public String gone(int rank) {
        return isOther(rank) ? null : own.gone(rank);
    }

    private boolean isOther(int rank) {
        return others.of(rank) != null;
    }

    @Override
    public void watch(ObjIntConsumer<String> lostBy) {
        own.watch(lostBy);
    }

    /** A rank of another job finds out itself. */
    @Override
    public void lost(int rank, String why) {
        if (!isOther(rank)) {
            own.lost(rank, why);
        }
    }

    @Override
    public void watchEnd(int rank) {
        if (!isOther(rank)) {
            own.watchEnd(rank);
        }
    }

    @Override
    public boolean hasFinished(int rank) {
        return !isOther(rank) && own.hasFinished(rank);
    }

    @Override
    public void unanswered(int rank, String address, String why) {
        OtherJobs.OtherJob job = others.of(rank);
        if (job == null) {
            own.unanswered(rank, address, why);
            return;
        }
        System.getLogger(BookOfAll.class.getName())
                .log(
                        System.Logger.Level.WARNING,
                        "cannot reach rank " + (rank - job.first()) + " of the job " + job.id() + " at " + address
                                + ": " + (why.isEmpty() ? FIREWALL : why));
    }

    @Override
    public void close() {
        own.close();
    }
}
