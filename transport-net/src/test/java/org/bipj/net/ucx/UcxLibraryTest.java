package org.bipj.net.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UcxLibraryTest {
    @Test
    void aLibraryThatIsMissingIsNamed() {
        for (String name : List.of("/nowhere/libucp.so.0", "libucp-that-is-missing.so.0")) {
            assertEquals(
                    name + " was not found (the package libucx0 of Debian and Ubuntu has it)",
                    UcxLibrary.find(name).problem());
        }
    }

    @Test
    void anotherLibraryIsNone() {
        assertEquals(
                "libc.so.6 is no libucp: it has no ucp_get_version_string",
                UcxLibrary.find("libc.so.6").problem());
    }

    @Test
    void theDevicesOfAnInterfaceIncludeItsRdmaDevice(@TempDir Path interfaces) throws IOException {
        Files.createDirectories(interfaces.resolve("ens1/device/infiniband/mlx5_0"));
        Files.writeString(interfaces.resolve("ens1/dev_port"), "1\n");
        Files.createDirectories(interfaces.resolve("eth0"));
        assertEquals(List.of("mlx5_0:2", "ens1"), UcxDevices.devices(interfaces, "ens1"));
        assertEquals(List.of("eth0"), UcxDevices.devices(interfaces, "eth0"));
        assertEquals("lo", UcxDevices.of(InetAddress.getLoopbackAddress()));
    }

    /** As {@code ucp_ep_print_info} of 1.13.1 prints them. */
    @Test
    void lanesThatReachMemoryAreThoseOfRdmaAndOfTheKernel() {
        assertTrue(UcxLanes.describesMemoryLane("""
                #                 lane[0]:  1:posix/memory.0 md[1]          -> md[1]/posix/sysdev[255] am am_bw#0
                #                 lane[1]:  2:cma/memory.0 md[2]            -> md[2]/cma/sysdev[255] rma_bw#0
                """));
        assertFalse(UcxLanes.describesMemoryLane("""
                #                 lane[0]:  0:tcp/lo.0 md[0]                -> md[0]/tcp/sysdev[255] rma_bw#0 am am_bw#0 wireup
                #                  rma_bw: mds [0] rndv_rkey_size 10
                """));
        assertFalse(UcxLanes.describesMemoryLane("""
                #                 lane[0]:  1:posix/memory.0 md[1]          -> md[1]/posix/sysdev[255] am am_bw#0
                #                  rma_bw: mds rndv_rkey_size 9
                """));
    }

    @Test
    void sharedMemoryIsUsedWhereNothingElseIsNamed() {
        assertTrue(UcxLanes.areSharedMemory("sm,self,cma"));
        assertFalse(UcxLanes.areSharedMemory("sm,self,tcp"));
        assertFalse(UcxLanes.areSharedMemory("all"));
        assertFalse(UcxLanes.areSharedMemory(null));
    }
}
