package org.bipj.launch.seeing.timeline;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.bipj.core.nic.NicPort;
import org.bipj.launch.seeing.agent.MpiMethods;
import org.bipj.launch.seeing.agent.WrappedMethod;

/**
 * Counts the messages and control packets of each pair of ranks at both ends, in the order in which they leave and arrive: what ends a wait
 * is one of them. So it is with the turns of ranks that share memory, which have numbers. The channel counts its messages anyway; in a recorded job these methods, and those of control packets, call the recorder
 * first. A job that is not recorded has them as they were compiled.
 */
final class PacketMarks {
    private static final String PEER = "org/bipj/core/channel/Peer";
    private static final String CHANNEL = "org/bipj/core/channel/Channel";
    private static final ClassDesc TIMELINE = Timeline.class.describeConstable().orElseThrow();
    /** The other rank, the channel, the lane. */
    private static final MethodTypeDesc PACKET =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int);

    private static final String TURNS = "org/bipj/mpi/coll/port/Turns";
    private static final ClassDesc MARKS = ClassDesc.ofInternalName(MpiMethods.MARKS);
    private static final ClassDesc GROUP = ClassDesc.of("org.bipj.core.nic.SharedGroup");
    private static final MethodTypeDesc PASSED = MethodTypeDesc.of(
            ConstantDescs.CD_void,
            ConstantDescs.CD_boolean,
            ConstantDescs.CD_int,
            ConstantDescs.CD_int,
            ConstantDescs.CD_long);

    /** The methods, and what they call. */
    static final List<Mark> ALL = List.of(
            new Mark(PEER, "countSent", "left", NicPort.DATA),
            new Mark(PEER, "countReceived", "came", NicPort.DATA),
            new Mark(PEER, "control", "left", NicPort.CONTROL),
            new Mark(CHANNEL, "onOwn", "came", NicPort.CONTROL),
            new Mark(TURNS, "publish", "passed", NicPort.DATA),
            new Mark(TURNS, "publishTo", "passed", NicPort.DATA),
            new Mark(TURNS, "publishWithAll", "passed", NicPort.DATA));

    /** One of them. */
    record Mark(String type, String method, String calls, int lane) {}

    private PacketMarks() {}

    /** True for a class with such methods, by its internal name. */
    static boolean isMarked(String name) {
        return ALL.stream().anyMatch(mark -> mark.type.equals(name));
    }

    /** Adds a method to its class with the call in front; false if it is none of them. */
    static boolean precede(ClassBuilder builder, String type, MethodModel method) {
        String name = method.methodName().stringValue();
        for (Mark mark : ALL) {
            if (mark.type.equals(type) && mark.method.equals(name)) {
                ClassDesc owner = ClassDesc.ofInternalName(type);
                WrappedMethod.precede(builder, method, code -> {
                    if (type.equals(TURNS)) {
                        pass(code, owner);
                    } else {
                        call(code, owner, mark);
                    }
                });
                return true;
            }
        }
        return false;
    }

    /** Says that the rank has done its part of a turn. */
    private static void pass(CodeBuilder code, ClassDesc owner) {
        code.iconst_0().aload(0).getfield(owner, "group", GROUP);
        code.invokeinterface(GROUP, "number", MethodTypeDesc.of(ConstantDescs.CD_int));
        code.aload(0)
                .getfield(owner, "members", ConstantDescs.CD_int.arrayType())
                .iconst_0()
                .iaload();
        code.aload(0).getfield(owner, "group", GROUP);
        code.invokeinterface(GROUP, "turn", MethodTypeDesc.of(ConstantDescs.CD_long));
        code.invokestatic(MARKS, "passed", PASSED);
    }

    private static void call(CodeBuilder code, ClassDesc owner, Mark mark) {
        Label end = code.newLabel();
        if (mark.type.equals(PEER)) {
            code.aload(0).getfield(owner, "rank", ConstantDescs.CD_int);
        } else {
            // A packet on the other lane is a message, or a part of one.
            code.iload(code.parameterSlot(1)).loadConstant(mark.lane).if_icmpne(end);
            code.iload(code.parameterSlot(0));
        }
        code.aload(0).getfield(owner, "address", ConstantDescs.CD_int);
        code.loadConstant(mark.lane).invokestatic(TIMELINE, mark.calls, PACKET).labelBinding(end);
    }
}
