// SPDX-License-Identifier: MIT
pragma solidity ^0.8.12;

// `universalResolver.json` holds what solc 0.8.37 makes of this file: optimizer on, 200 runs, evmVersion paris, no metadata.

interface Registry {
    function resolver(bytes32 node) external view returns (address);
}

interface Resolver {
    function addr(bytes32 node) external view returns (address);
    function name(bytes32 node) external view returns (string memory);
}

/// Looks up names of ENS in one call, with the answers and errors of the one on the mainnet, but only where a name has a
/// resolver of its own, on this chain. One that does not check believes whatever an account says it is called.
contract UniversalResolver {
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);

    uint256 private constant ETHEREUM = 60;

    Registry public immutable registry;
    bool public immutable checks;

    constructor(Registry registry_, bool checks_) {
        registry = registry_;
        checks = checks_;
    }

    /// What the resolver of `name` answers to `data`, and which one that is.
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        return ask(name, data);
    }

    /// The name that an account says is its own, and the resolvers of that name and of the account.
    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        if (account.length == 0) revert EmptyAddress();
        require(coinType == ETHEREUM, "Only accounts of Ethereum have names here.");
        bytes memory dns = reverseNameOf(account);
        bytes memory answer;
        (answer, reverseResolver) = ask(dns, abi.encodeCall(Resolver.name, (nodeOf(dns, 0))));
        primary = abi.decode(answer, (string));
        if (!checks || bytes(primary).length == 0) return (primary, address(0), reverseResolver);
        dns = encode(primary);
        (answer, resolver) = ask(dns, abi.encodeCall(Resolver.addr, (nodeOf(dns, 0))));
        bytes memory named = abi.encodePacked(abi.decode(answer, (address)));
        if (keccak256(named) != keccak256(account)) revert ReverseAddressMismatch(primary, named);
    }

    function ask(bytes memory dns, bytes memory data) private view returns (bytes memory answer, address resolver) {
        resolver = registry.resolver(nodeOf(dns, 0));
        if (resolver == address(0)) revert ResolverNotFound(dns);
        if (resolver.code.length == 0) revert ResolverNotContract(dns, resolver);
        bool answered;
        (answered, answer) = resolver.staticcall(data);
        if (!answered) revert ResolverError(answer);
        if (answer.length == 0) revert UnsupportedResolverProfile(bytes4(data));
    }

    /// The node of the part of a name that begins at `offset`.
    function nodeOf(bytes memory dns, uint256 offset) private pure returns (bytes32) {
        if (offset >= dns.length) revert DNSDecodingFailed(dns);
        uint256 length = uint8(dns[offset]);
        uint256 next = offset + 1 + length;
        if (length == 0) {
            if (next != dns.length) revert DNSDecodingFailed(dns);
            return bytes32(0);
        }
        bytes32 parent = nodeOf(dns, next);
        bytes32 label;
        assembly {
            label := keccak256(add(add(dns, 33), offset), length)
        }
        return keccak256(abi.encodePacked(parent, label));
    }

    /// A name with the length of each label in front of it, where else there is a dot.
    function encode(string memory name) private pure returns (bytes memory dns) {
        dns = abi.encodePacked(".", name, uint8(0));
        uint256 start;
        for (uint256 i = 1; i < dns.length; i++) {
            if (i < dns.length - 1 && dns[i] != ".") continue;
            uint256 length = i - start - 1;
            if (length == 0 || length > 255) revert DNSEncodingFailed(name);
            dns[start] = bytes1(uint8(length));
            start = i;
        }
    }

    /// The name under which an account keeps its own: `<hex digits>.addr.reverse`.
    function reverseNameOf(bytes calldata account) private pure returns (bytes memory) {
        bytes memory digits = new bytes(2 * account.length);
        for (uint256 i; i < account.length; i++) {
            digits[2 * i] = digit(uint8(account[i]) >> 4);
            digits[2 * i + 1] = digit(uint8(account[i]) & 15);
        }
        return abi.encodePacked(uint8(digits.length), digits, uint8(4), "addr", uint8(7), "reverse", uint8(0));
    }

    function digit(uint8 value) private pure returns (bytes1) {
        return bytes1(value + (value < 10 ? 48 : 87));
    }
}
