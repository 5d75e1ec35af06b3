package org.bipj.reproduce;

import java.util.List;
import java.util.stream.Stream;
import org.bipj.reproduce.am.AmBandwidth;
import org.bipj.reproduce.am.AmClients;
import org.bipj.reproduce.am.AmLogP;
import org.bipj.reproduce.am.AmMapping;
import org.bipj.reproduce.am.AmNetworks;
import org.bipj.reproduce.am.AmPaging;
import org.bipj.reproduce.am.AmPermutations;
import org.bipj.reproduce.am.AmSensitivity;
import org.bipj.reproduce.am.AmShares;
import org.bipj.reproduce.am.GamBandwidth;
import org.bipj.reproduce.am.GamLogP;
import org.bipj.reproduce.bip.Alignment;
import org.bipj.reproduce.bip.Latency;
import org.bipj.reproduce.bip.PacketSizes;
import org.bipj.reproduce.bip.RequestGo;
import org.bipj.reproduce.bip.Sensitivity;
import org.bipj.reproduce.bip.Switches;
import org.bipj.reproduce.bip.Throughput;
import org.bipj.reproduce.bip.TwoSenders;
import org.bipj.reproduce.bip.Unpinned;
import org.bipj.reproduce.ip.IpRequest;
import org.bipj.reproduce.ip.IpSensitivity;
import org.bipj.reproduce.ip.IpStream;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lci.LciBroadcast;
import org.bipj.reproduce.lci.LciForwarding;
import org.bipj.reproduce.lci.LciLogP;
import org.bipj.reproduce.lci.LciSensitivity;
import org.bipj.reproduce.lci.LciThroughput;
import org.bipj.reproduce.mpi.MpiBip;
import org.bipj.reproduce.mpi.NasKernel;
import org.bipj.reproduce.mpi.TableOne;
import org.bipj.reproduce.pps.LciApplications;
import org.bipj.reproduce.pps.LciRows;
import org.bipj.reproduce.pps.LciSystems;
import org.bipj.reproduce.pps.LciTraffic;
import org.bipj.reproduce.ssam.SsamComparison;
import org.bipj.reproduce.ssam.SsamOperations;
import org.bipj.reproduce.ssam.SsamRemote;
import org.bipj.reproduce.ssam.SsamTraps;
import org.bipj.reproduce.ssam.SsamWindows;

/** All experiments, in the order in which they are reported. */
final class Experiments {
    private static final List<Experiment> MYRINET = List.of(
            new Latency(),
            new Throughput(),
            new PacketSizes(),
            new Unpinned(),
            new Alignment(),
            new Switches(),
            new TwoSenders(),
            new RequestGo(),
            new MpiBip(),
            NasKernel.is(),
            NasKernel.sp(),
            NasKernel.lu(),
            new TableOne(),
            new Sensitivity(),
            new IpStream(),
            new IpRequest(),
            new IpSensitivity(),
            new AmLogP(),
            new AmBandwidth(),
            new AmClients(),
            new AmNetworks(),
            new AmPaging(),
            new AmShares(),
            new AmSensitivity(),
            new AmPermutations(),
            new AmMapping(),
            new GamLogP(),
            new GamBandwidth(),
            new LciLogP(),
            new LciThroughput(),
            new LciBroadcast(),
            new LciForwarding(),
            new LciSensitivity(),
            new LciSystems(),
            new LciRows());

    private static final List<Experiment> ATM =
            List.of(new SsamTraps(), new SsamOperations(), new SsamRemote(), new SsamWindows(), new SsamComparison());

    static final List<Experiment> ALL = Stream.of(
                    MYRINET, LciApplications.all(), List.of(new LciTraffic(LciApplications.all())), ATM)
            .<Experiment>flatMap(List::stream)
            .toList();

    private Experiments() {}
}
