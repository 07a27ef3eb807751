// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// A collection of single pieces; all of them have the same description.
contract Pass is ERC721 {
    string private description;

    constructor(string memory name_, string memory symbol_, string memory description_) ERC721(name_, symbol_) {
        description = description_;
    }

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        return description;
    }

    function contractURI() external view returns (string memory) {
        return description;
    }
}

/// Several kinds of pieces, many of each.
contract Items is ERC1155 {
    constructor(string memory description) ERC1155(description) {}

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }
}
